/** As much of a page as measurements use of it: the bench itself has no page around it. */

export interface PageElement {
  scrollTop: number
  readonly scrollHeight: number
  className: string
  src: string
  innerHTML: string
  readonly style: { cssText: string }
  getClientRects(): { readonly length: number }
  getBoundingClientRect(): { readonly top: number; readonly bottom: number }
  querySelector(selector: string): PageElement | null
  querySelectorAll(selector: string): Iterable<PageElement>
  readonly textContent: string
  requestVideoFrameCallback(onFrame: (now: number) => void): void
}

export interface PageScope {
  readonly document: {
    querySelector(selector: string): PageElement | null
    createElement(name: string): PageElement
    readonly body: { replaceChildren(...children: PageElement[]): void } | null
  }
  addEventListener(name: string, listener: () => void, options: { capture: boolean; once: boolean }): void
  requestAnimationFrame(onFrame: (now: number) => void): number
  /** When one could do something, and when the first picture was shown: ms after the page was asked for. */
  readyAfter?: number
  frameAfter?: number
}
