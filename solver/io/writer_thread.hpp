#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

namespace isotherm {

/// A thread that works off tasks one by one, in order. When one fails, those behind it are dropped, later ones too, and
/// the error is thrown once, to whoever asks for something next. The thread starts with the first task.
class WriterThread {
public:
    using Task = std::function<void()>;

    WriterThread() = default;
    ~WriterThread(); ///< works off what waits; an error that nobody asked for is lost
    WriterThread(const WriterThread&) = delete;
    WriterThread& operator=(const WriterThread&) = delete;

    /// Returns at once. Throws what an earlier task threw; the new one is dropped then.
    void add(Task task);
    /// Waits until no task is left and all are destroyed. Throws what one of them threw.
    void drain();

private:
    void work();
    void work_off(Task task) noexcept;
    void throw_error(); ///< the mutex is held

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Task> tasks_;
    bool busy_ = false, closing_ = false, failed_ = false;
    std::exception_ptr error_;
    std::thread thread_;
};

} // namespace isotherm
