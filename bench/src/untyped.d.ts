/** The members of packages without types that the measurements use. */

declare module 'webvtt-parser' {
  interface Cues {
    readonly cues: readonly unknown[]
  }
  const webvtt: {
    WebVTTParser: new () => { parse(input: string, mode: 'subtitles/captions/descriptions'): Cues }
    WebVTTSerializer: new () => { serialize(cues: readonly unknown[]): string }
  }
  export default webvtt
}

declare module 'imsc/src/main/js/doc.js' {
  const imsc: { fromXML(xml: string): { body: { contents: { contents: readonly unknown[] }[] } } }
  export default imsc
}
