#include "kernels/program/heating.cuh"

#include <cuda_runtime.h>

#include "kernels/base/device_cuda.hpp"

namespace isotherm::cuda {

template <class Real>
void heat_by_programs(const ProgramHeating<Real>& p, const Device& device) {
    launch_program_heating(p, multiprocessors(device) * 16, device.stream);
}
template void heat_by_programs(const ProgramHeating<float>&, const Device&);
template void heat_by_programs(const ProgramHeating<double>&, const Device&);

} // namespace isotherm::cuda
