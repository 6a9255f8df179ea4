import type { SampleRate } from '@rushes/timebase'
import type { Colour } from '../../document/document.ts'
import type { DeliveryId, FormatId } from '../../format-facts.ts'
import type { EbuStlWriteOptions } from '../../formats/ebu-stl/index.ts'
import type { SpottingRules } from '../../spotting/presets/preset.ts'

/** What somebody who takes subtitles asks of them, as far as it is published; what is absent nobody asks for. */
export interface DeliveryProfile {
  readonly id: DeliveryId
  readonly name: string
  readonly format: FormatId
  readonly rate?: SampleRate
  readonly limits: DeliveryLimits
  /** The colours of texts that are taken; white is that of a text without one. */
  readonly colours?: readonly Colour[]
  readonly ebuStl?: EbuStlWriteOptions
  /** Where each member, and each limit, was read. */
  readonly sources: { readonly [Name in DeliveryMember]?: Source }
}

export type DeliveryLimits = Partial<
  Pick<
    SpottingRules,
    | 'maximumLineLength'
    | 'maximumLineCount'
    | 'minimumDuration'
    | 'maximumDuration'
    | 'minimumGap'
    | 'maximumCharactersPerSecond'
    | 'maximumWordsPerMinute'
  >
>

export type DeliveryMember = 'format' | 'rate' | 'colours' | 'ebuStl' | keyof DeliveryLimits

export interface Source {
  readonly title: string
  readonly section: string
  /** When it was published or, with `read`, when it was read, where it has no date. */
  readonly date: string
}
