#include "app/starters.hpp"

namespace isotherm {
namespace {

constexpr std::string_view block = R"yaml(# A 3-D block: one hot face, one cooled by air, the others insulated.
# Check it:  isotherm check block.yaml          run it:  isotherm run block.yaml
# Any key:   isotherm explain boundary.x_lo     all keys: isotherm explain

title: Steel block between a hot plate and air
grid:
  cells: [40, 40, 20]             # per axis x, y, z; one or two entries make a 1-D or 2-D case
  size: [0.10, 0.10, 0.05]        # m; or spacing: [..], the size of a cell
material:
  conductivity: 45                # W/(m K)
  density: 7850                   # kg/m^3
  specific_heat: 480              # J/(kg K)
initial: 20                       # the temperature at t = 0; also a formula: "20 + 5*sin(pi*x/0.1)"
boundary:
  all: insulated                  # every wall that is not named below
  z_lo: {type: dirichlet, value: 100}
  z_hi: {type: convection, h: 50, ambient: 20}      # W/(m^2 K)
time:
  end: 60                         # s; the time step is chosen by the program
output:
  every: 5                        # s between snapshots; the result is in results/block
probes:
  - {name: centre, at: [0.05, 0.05, 0.025], every: 0.5}   # m; goes to probes.csv
units: {temperature: C}           # K or C
)yaml";

constexpr std::string_view plate = R"yaml(# A 2-D plate: a hot spot, a wall that heats up with time, cooled edges.
title: Aluminium plate with a hot spot
grid:
  cells: [120, 80]
  size: [0.12, 0.08]              # m
material:
  conductivity: 237               # W/(m K)
  density: 2700                   # kg/m^3
  specific_heat: 900              # J/(kg K)
initial: 20
regions:                          # where the initial temperature is another; later entries win
  - name: spot
    shape: {type: sphere, centre: [0.08, 0.05], radius: 0.01}     # a disc in 2-D; also box, cylinder, half_space
    initial: 150
boundary:
  x_lo: {type: dirichlet, value: {table: [[0, 20], [5, 80]]}}     # rises in 5 s, then stays: rows [s, temperature]
  x_hi: {type: neumann, flux: "2e4*sin(pi*y/0.08)"}               # W/m^2 into the domain; a formula in t, x, y
  y: {type: convection, h: 200, ambient: 20}                      # both y_lo and y_hi
time:
  end: 10                         # s
output:
  every: 0.5                      # s
  diagnostics: {every: 0.1}       # lines of diagnostics.csv: extremes, mean, heat through every wall
probes:
  - {name: spot, at: [0.08, 0.05], every: 0.1}
  - {name: edge, at: [0.12, 0.04], every: 0.1}
units: {temperature: C}
)yaml";

constexpr std::string_view rod = R"yaml(# A 1-D rod that is heated at one end until nothing changes any more.
title: Copper rod
grid:
  cells: [100]
  size: [0.2]                     # m
material:
  conductivity: 398               # W/(m K)
  density: 8960                   # kg/m^3
  specific_heat: 385              # J/(kg K)
initial: 20
boundary:
  x_lo: {type: dirichlet, value: 100}
  x_hi: {type: convection, h: 500, ambient: 20}
time:
  end: 2000                       # s, at the latest
stop:
  steady: 1e-6                    # 1/s: the run ends well when the change per second falls below this part of the range
output:
  every: 50                       # s
probes:
  - {name: middle, at: [0.1], every: 10}
units: {temperature: C}
)yaml";

constexpr std::string_view exact =
    R"yaml(# A decaying wave whose exact solution is known: error norms come with every snapshot.
title: Decaying wave
grid:
  cells: [32, 24, 16]
  size: [0.06, 0.05, 0.04]        # m
material:
  diffusivity: 1.11e-4            # m^2/s; enough where no wall speaks of watts
initial: {type: sine_mode, amplitude: 100, offset: 300, mode: [1, 1, 2], wave: [sine, cosine, periodic]}
boundary:
  x: {type: dirichlet, value: 300}    # fits wave: sine
  y: insulated                        # fits cosine
  z: periodic
time:
  end: 0.15                       # s
output:
  every: 0.03                     # s
exact: {type: sine_mode, amplitude: 100, offset: 300, mode: [1, 1, 2], wave: [sine, cosine, periodic]}
)yaml";

constexpr Starter table[] = {
    {"block", "3-D: a hot face, a cooled face, a probe", block},
    {"plate", "2-D: a hot spot, walls that change with time and place", plate},
    {"rod", "1-D: heated until it is steady", rod},
    {"exact", "3-D: a wave with its exact solution", exact},
};

} // namespace

std::span<const Starter> starters() { return table; }

} // namespace isotherm
