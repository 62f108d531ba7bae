#pragma once

/// An expression of place and time as a program for a stack of numbers: what the case file says, evaluated per cell on
/// any backend with the same bits. What depends on the time alone is a number of the step (`step_value`), made on the
/// host. Several cells at a time share the decoding of every instruction.

#include "kernels/program/arithmetic.hpp"

namespace isotherm {

enum class Op : std::uint8_t {
    number,     ///< pushes `number`
    step_value, ///< pushes step_values[slot]
    x,
    y,
    z,
    negate,
    absolute,
    square,
    square_root,
    exponential,
    logarithm,
    sine,
    cosine,
    add,
    subtract,
    multiply,
    divide,
    power,
    least,
    most,
    less,
    less_equal,
    equal,
    either, ///< ||
    both,   ///< &&
    choose, ///< c ? a : b
};

struct Instruction {
    Op op = Op::number;
    std::uint8_t slot = 0;
    double number = 0;
};

/// Deepest stack and most numbers of a step that a program may have.
inline constexpr int most_depth = 12, most_step_values = 16;

/// Evaluates the program at W places of one row; it must leave one value on a stack that was never deeper than
/// most_depth.
template <int W>
ISO_HD void evaluate(const Instruction* code, int count, const double (&x)[W], double y, double z,
                     const double* step_values, double (&out)[W]) {
    double stack[most_depth][W];
    int top = -1;
    const auto push = [&](double value) {
        ++top;
        for (int w = 0; w < W; ++w) stack[top][w] = value;
    };
    const auto unary = [&](auto f) {
        for (int w = 0; w < W; ++w) stack[top][w] = f(stack[top][w]);
    };
    const auto binary = [&](auto f) {
        --top;
        for (int w = 0; w < W; ++w) stack[top][w] = f(stack[top][w], stack[top + 1][w]);
    };
    for (int n = 0; n < count; ++n) {
        const Instruction in = code[n];
        switch (in.op) {
        case Op::number: push(in.number); break;
        case Op::step_value: push(step_values[in.slot]); break;
        case Op::x:
            ++top;
            for (int w = 0; w < W; ++w) stack[top][w] = x[w];
            break;
        case Op::y: push(y); break;
        case Op::z: push(z); break;
        case Op::negate: unary([](double a) { return -a; }); break;
        case Op::absolute: unary([](double a) { return a < 0 ? -a : a; }); break;
        case Op::square: unary([](double a) { return a * a; }); break;
        case Op::square_root: unary([](double a) { return std::sqrt(a); }); break;
        case Op::exponential: unary([](double a) { return arithmetic::exponential(a); }); break;
        case Op::logarithm: unary([](double a) { return arithmetic::logarithm(a); }); break;
        case Op::sine: unary([](double a) { return arithmetic::sine(a, 0); }); break;
        case Op::cosine: unary([](double a) { return arithmetic::sine(a, 1); }); break;
        case Op::add: binary([](double a, double b) { return a + b; }); break;
        case Op::subtract: binary([](double a, double b) { return a - b; }); break;
        case Op::multiply: binary([](double a, double b) { return a * b; }); break;
        case Op::divide: binary([](double a, double b) { return a / b; }); break;
        case Op::power: binary([](double a, double b) { return arithmetic::power(a, b); }); break;
        case Op::least: binary([](double a, double b) { return b < a ? b : a; }); break;
        case Op::most: binary([](double a, double b) { return a < b ? b : a; }); break;
        case Op::less: binary([](double a, double b) { return a < b ? 1.0 : 0.0; }); break;
        case Op::less_equal: binary([](double a, double b) { return a <= b ? 1.0 : 0.0; }); break;
        case Op::equal: binary([](double a, double b) { return a == b ? 1.0 : 0.0; }); break;
        case Op::either: binary([](double a, double b) { return a != 0 || b != 0 ? 1.0 : 0.0; }); break;
        case Op::both: binary([](double a, double b) { return a != 0 && b != 0 ? 1.0 : 0.0; }); break;
        case Op::choose:
            top -= 2;
            for (int w = 0; w < W; ++w) stack[top][w] = stack[top][w] != 0 ? stack[top + 1][w] : stack[top + 2][w];
            break;
        }
    }
    for (int w = 0; w < W; ++w) out[w] = stack[0][w];
}

} // namespace isotherm
