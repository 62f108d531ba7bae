#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "solver/observe/run_view.hpp"

namespace isotherm {

/// When an observer wants to be called. Time cadences are events that set dt; step cadences only cut segments.
struct Wish {
    Cadence cadence;
    bool first = true; ///< also at the start
    bool last = true;  ///< also at the end
};

/// Something that looks at a run and writes. A new output is one file in solver/observe and one row of the table in
/// observers.cpp.
class Observer {
public:
    virtual ~Observer() = default;
    /// Each wish is one cadence; record() is told which of them are due.
    [[nodiscard]] virtual std::vector<Wish> wishes() const = 0;
    /// Before the first step; creates files. Nothing may be written earlier: a run that is refused writes nothing.
    virtual void begin(const RunView&) {}
    /// At a moment when wishes are due (indices into wishes()); once per moment, even when several coincide.
    virtual void record(const RunView& view, std::span<const int> due) = 0;
    /// Whether it looks at so many cells that a field that is not finite must be found before.
    [[nodiscard]] virtual bool looks_at_all_cells() const { return true; }
    /// After the last record; `failed` when the run ends by an error (the view may hold NaN then).
    virtual void end(const RunView&, bool /*failed*/) {}
};

/// Row of the observers table.
struct ObserverKind {
    std::string_view name;
    /// Null when the case does not ask for it.
    std::unique_ptr<Observer> (*make)(const CaseSpec& spec);
};

std::span<const ObserverKind> observer_kinds();

} // namespace isotherm
