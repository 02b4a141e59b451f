/// One rectangle of the scene.
public struct View {}
