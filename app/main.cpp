#include "app/cli.hpp"

int main(int argc, char** argv) { return isotherm::run_cli(argc, argv); }
