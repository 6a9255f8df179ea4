import { useComputed } from '@preact/signals'
import { Menu } from '../../design/floating/menu.tsx'
import { type Command, useCommands } from '../../platform/keys/commands.ts'
import type { Captions } from '../../player/captions.ts'
import type { Film } from '../../player/film.ts'
import { texts } from '../messages.ts'
import { copyFrameLink, copyRangeLink, copySubtitleLink } from './links.ts'

interface LinksProps {
  film: Film
  captions: Captions
}

const keys = { frame: 'Y', range: 'Shift+Y', subtitle: 'U' } as const

/** The same by keys and in the palette. */
export function useLinkCommands({ film, captions }: LinksProps, hasFrames: boolean): void {
  const section = texts('links')
  const commands: readonly Command[] = [
    {
      id: 'review.linkFrame',
      title: texts('copyFrameLink'),
      keys: keys.frame,
      section,
      when: () => hasFrames,
      run: () => copyFrameLink(film),
    },
    {
      id: 'review.linkRange',
      title: texts('copyRangeLink'),
      keys: keys.range,
      section,
      when: () => film.getMarked() !== undefined,
      run: () => copyRangeLink(film),
    },
    {
      id: 'review.linkSubtitle',
      title: texts('copySubtitleLink'),
      keys: keys.subtitle,
      section,
      when: () => captions.findCue(film.frame.value) !== undefined,
      run: () => copySubtitleLink(film, captions),
    },
  ]
  useCommands(commands)
}

/** Copies a link to what is shown: the frame, the marked range, the subtitle. */
export function LinkMenu({ film, captions }: LinksProps) {
  // Not with each frame that plays.
  const isMarked = useComputed(() => film.getMarked() !== undefined)
  const hasCue = useComputed(() => captions.findCue(film.frame.value) !== undefined)
  return (
    <Menu
      label={texts('copyLink')}
      button={{ kind: 'icon', icon: 'link', class: 'player-links' }}
      items={[
        { text: texts('copyFrameLink'), keys: keys.frame, onChoose: () => copyFrameLink(film) },
        {
          text: texts('copyRangeLink'),
          keys: keys.range,
          disabled: !isMarked.value,
          onChoose: () => copyRangeLink(film),
        },
        {
          text: texts('copySubtitleLink'),
          keys: keys.subtitle,
          disabled: !hasCue.value,
          onChoose: () => copySubtitleLink(film, captions),
        },
      ]}
    />
  )
}
