/// One interactive-transition engine.
public final class Engine {
  public init() {}
}
