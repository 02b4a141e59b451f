// swift-tools-version: 6.2
import PackageDescription

let root = Context.packageDirectory

/// What a shared library needs to be a good guest in a process it does not own: a version script, so that nothing else leaks
/// out; a soname; and `nodelete`, since a Swift image must stay mapped after a host closes the module.
func sharedLibrary(_ soname: String, exports map: String) -> [LinkerSetting] {
  [
    .unsafeFlags(
      [
        "-Xlinker", "-soname=\(soname)", "-Xlinker", "--version-script=\(root)/exports/\(map)",
        "-Xlinker", "--gc-sections", "-Xlinker", "-z", "-Xlinker", "nodelete",
      ], .when(platforms: [.linux]))
  ]
}

let package = Package(
  name: "segue",
  products: [
    .library(name: "Segue", targets: ["Segue"]),
    .executable(name: "segue", targets: ["segue-cli"]),
    .library(name: "segue-abi", type: .dynamic, targets: ["SegueABI"]),  // installed as libsegue.so.0
    .library(name: "segue-lua", type: .dynamic, targets: ["SegueModule"]),  // installed as segue.so
  ],
  targets: [
    // The engine: pure Swift over its C kernels and libc.
    .target(name: "CKernels"),
    .target(name: "Segue", dependencies: ["CKernels"]),

    // Lua: CLua has the headers and links nothing, so that the module takes the host's Lua and LuaHost alone brings its own.
    .target(name: "CLua"),
    .target(name: "SegueLua", dependencies: ["CLua", "Segue"]),
    .target(
      name: "LuaHost", dependencies: ["SegueLua", "CPlatform"],
      linkerSettings: [.linkedLibrary(Context.environment["LUA_LIBRARY"] ?? "lua5.4")]),

    // The two libraries for other programs.
    .target(name: "CSegue"),
    .target(
      name: "SegueABI", dependencies: ["CSegue", "Segue"],
      linkerSettings: sharedLibrary("libsegue.so.0", exports: "libsegue.map")),
    .target(name: "CSegueModule", dependencies: ["CLua"]),
    .target(
      name: "SegueModule", dependencies: ["SegueLua", "CSegueModule"],
      linkerSettings: sharedLibrary("segue.so", exports: "module.map")),

    // Pictures.
    .systemLibrary(name: "CPango", pkgConfig: "pangocairo pangoft2", providers: [.apt(["libpango1.0-dev"])]),
    .systemLibrary(name: "CSpng", pkgConfig: "spng", providers: [.apt(["libspng-dev"])]),
    .systemLibrary(name: "CWebP", pkgConfig: "libwebpmux", providers: [.apt(["libwebp-dev"])]),
    .target(name: "CFonts"),  // the bundled font as bytes
    .target(name: "SegueRender", dependencies: ["Segue", "CPango", "CSpng", "CFonts"]),
    .target(name: "SegueExport", dependencies: ["SegueRender", "CPango", "CSpng", "CWebP"]),

    .target(name: "CPlatform"),
    .executableTarget(name: "segue-cli", dependencies: ["LuaHost", "SegueRender", "SegueExport", "CPlatform"]),

    // Runs cases from outside the project; scripts/conformance.
    .executableTarget(name: "segue-conformance", dependencies: ["Segue", "LuaHost", "SegueLua"], path: "Tests/Conformance"),

    // Speed; scripts/bench.
    .target(name: "CReference", path: "Benchmarks/CReference"),
    .executableTarget(name: "segue-bench", dependencies: ["Segue", "LuaHost", "CReference"], path: "Benchmarks/segue-bench"),

    .testTarget(name: "SegueTests", dependencies: ["Segue", "CKernels"]),
    .testTarget(name: "SegueLuaTests", dependencies: ["LuaHost", "SegueLua"]),
    .testTarget(name: "SegueRenderTests", dependencies: ["SegueRender", "SegueExport"], exclude: ["Golden"]),
    .testTarget(name: "CommandTests"),
  ],
  swiftLanguageModes: [.v6]
)
