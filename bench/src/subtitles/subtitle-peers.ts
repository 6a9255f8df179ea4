import type { FormatId } from '@rushes/timed-text'
// The main file of this package needs a browser.
import imsc from 'imsc/src/main/js/doc.js'
import * as subsrt from 'subsrt-ts'
import subtitle from 'subtitle'
import webvtt from 'webvtt-parser'

/** Another library that reads a format, and the number of cues that it makes of a file. */
export interface Peer {
  readonly name: string
  /** Milliseconds are not measured here: reads the whole file and gives what the library made of it. */
  readonly read: (text: string) => { readonly cueCount: number; readonly write?: () => string }
}

/** The libraries beside which a format is measured, each through its own way of doing it. */
export const peers: Partial<Record<FormatId, readonly Peer[]>> = {
  srt: [toSubtitle('SRT'), toSubsrt('srt')],
  webvtt: [
    toSubtitle('WebVTT'),
    toSubsrt('vtt'),
    {
      name: 'webvtt-parser',
      read(text) {
        const { cues } = new webvtt.WebVTTParser().parse(text, 'subtitles/captions/descriptions')
        return { cueCount: cues.length, write: () => new webvtt.WebVTTSerializer().serialize(cues) }
      },
    },
  ],
  ebuttd: [
    {
      name: 'imsc',
      read: text => ({ cueCount: imsc.fromXML(text).body.contents[0]?.contents.length ?? 0 }),
    },
  ],
}

function toSubtitle(format: 'SRT' | 'WebVTT'): Peer {
  return {
    name: 'subtitle',
    read(text) {
      const nodes = subtitle.parseSync(text)
      const cueCount = nodes.filter(node => node.type === 'cue').length
      return { cueCount, write: () => subtitle.stringifySync(nodes, { format }) }
    },
  }
}

/** It writes the text without its tags. */
function toSubsrt(format: 'srt' | 'vtt'): Peer {
  return {
    name: 'subsrt-ts',
    read(text) {
      const captions = subsrt.parse(text, { format })
      const cueCount = captions.filter(caption => caption.type === 'caption').length
      return { cueCount, write: () => subsrt.build(captions, { format }) }
    },
  }
}
