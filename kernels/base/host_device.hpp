#pragma once

/// ISO_HD marks what runs per cell on both the host and the device. Always inlined: these functions are compiled for
/// several instruction sets, and an out-of-line copy of one must never be linked into the code of another.
#if defined(__CUDACC__)
#define ISO_HD __host__ __device__ __forceinline__
#else
#define ISO_HD [[gnu::always_inline]] inline
#endif

/// The same as a call, for what is long and seldom needed: every file has a copy of its own.
#if defined(__CUDACC__)
#define ISO_HD_CALL static __host__ __device__ __noinline__
#else
#define ISO_HD_CALL [[gnu::noinline]] static
#endif
