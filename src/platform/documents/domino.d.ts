/** The package declares itself under its old name. */
declare module '@mixmark-io/domino' {
  interface DominoNode {
    readonly childNodes: ArrayLike<DominoNode>
    readonly textContent: string | null
  }

  interface DominoElement extends DominoNode {
    readonly attributes: ArrayLike<unknown>
    readonly children: ArrayLike<DominoElement>
    getAttribute(name: string): string | null
    setAttribute(name: string, value: string): void
    removeAttribute(name: string): void
    remove(): void
    innerHTML: string
  }

  interface DominoDocument extends DominoNode {
    readonly title: string
    readonly documentElement: DominoElement | null
    readonly body: DominoElement | null
    querySelector(selector: string): DominoElement | null
    querySelectorAll(selector: string): ArrayLike<DominoElement>
    getElementsByTagName(name: string): ArrayLike<DominoElement>
  }

  const domino: { createDocument(html: string, force?: boolean): DominoDocument }
  export default domino
  export type { DominoDocument, DominoElement, DominoNode }
}
