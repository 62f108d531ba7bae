#pragma once

#include <string>

#include "solver/time/clock.hpp"

namespace isotherm {

/// How far a run is, on standard error: a bar that is drawn anew ten times a second on a terminal, a plain line every
/// 10 % elsewhere. Messages of the log clear the bar first. One at a time.
class Progress {
public:
    /// `mode`: auto, bar, plain, none. `t_end` [s]; `cells` of the grid.
    Progress(const std::string& mode, double t_end, index_t cells);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// Cheap enough to be called after every segment. `wall_seconds` since the run began.
    void update(const Clock& clock, double wall_seconds);
    void finish(); ///< takes the bar away

private:
    enum class Mode { none, bar, plain };
    static Mode mode_of(const std::string& name);
    void draw(const std::string& facts, double fraction);

    Mode mode_;
    bool colour_;
    double t_end_, cells_;
    double began_ = -1, drawn_ = -1; ///< [s] wall time of the first update and of the last drawing
    index_t first_step_ = 0;
    double first_time_ = 0;
    int tenths_ = 0; ///< 10 % that have been told
};

/// "43.2 %  t = 1.5 s  120 steps/s  0.25 Gcell/s  1:05 left"
std::string progress_text(double fraction, double time, double steps_per_s, double cells_per_s, double seconds_left);

} // namespace isotherm
