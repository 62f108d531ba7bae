#include "solver/io/writer_thread.hpp"

#include <utility>

namespace isotherm {

WriterThread::~WriterThread() {
    if (!thread_.joinable()) return;
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void WriterThread::add(Task task) {
    const std::lock_guard lock(mutex_);
    throw_error();
    if (failed_) return;
    tasks_.push_back(std::move(task));
    if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
    changed_.notify_all();
}

void WriterThread::drain() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return tasks_.empty() && !busy_; });
    throw_error();
}

void WriterThread::throw_error() {
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
}

void WriterThread::work() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [this] { return !tasks_.empty() || closing_; });
        if (tasks_.empty()) return;
        Task task = std::move(tasks_.front());
        tasks_.pop_front();
        busy_ = true;
        lock.unlock();
        work_off(std::move(task));
        lock.lock();
        busy_ = false;
        changed_.notify_all();
    }
}

/// Outside the mutex, and so is the end of the task and of what it holds. `failed_` is written by this thread alone.
void WriterThread::work_off(Task task) noexcept {
    if (failed_) return;
    try {
        task();
    } catch (...) {
        const std::lock_guard lock(mutex_);
        failed_ = true;
        error_ = std::current_exception();
    }
}

} // namespace isotherm
