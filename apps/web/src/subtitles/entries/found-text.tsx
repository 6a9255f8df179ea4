import { type ReadonlySignal, useComputed } from '@preact/signals'
import type { TextRange } from '../model/rich-text.ts'
import { cutFound, type Hits } from './find.ts'

/** What was found in one subtitle. */
export interface FoundHere {
  readonly ranges: readonly TextRange[]
  /** Where the place begins that is meant now, if it is in this subtitle. */
  readonly current: number | undefined
}

/** What was found in the subtitle of a key; undefined where nothing was. */
export function useFound(hits: ReadonlySignal<Hits | undefined>, key: number): FoundHere | undefined {
  return useComputed(() => {
    const ranges = hits.value?.byKey.get(key)
    const current = hits.value?.at
    return ranges && { ranges, current: current?.key === key ? current.from : undefined }
  }).value
}

interface FoundTextProps {
  text: string
  /** Where it begins in the text of its subtitle. */
  at?: number
  found: FoundHere | undefined
}

/** A text whose found places are marked. */
export function FoundText({ text, at = 0, found }: FoundTextProps) {
  if (!found) return <>{text}</>
  return (
    <>
      {cutFound(text, at, found.ranges).map(({ content, range }, index) =>
        range ? (
          <mark key={index} class="found" data-current={range.from === found.current}>
            {content}
          </mark>
        ) : (
          content
        ),
      )}
    </>
  )
}
