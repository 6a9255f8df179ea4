import { useSignal } from '@preact/signals'
import type { ButtonProps } from '../design/fields/button.tsx'
import { TextField } from '../design/fields/field.tsx'
import { Popover } from '../design/floating/popover.tsx'
import { Icon } from '../design/icons.tsx'
import { Loaded } from '../design/lists/loaded.tsx'
import { bind } from '../platform/bind.ts'
import { api } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { Link } from '../platform/router.tsx'
import { toWordQuery } from '../platform/word-query.ts'
import { texts } from './messages.ts'

/** Which of two clips. */
export type SideName = 'a' | 'b'

interface ClipChoiceProps {
  prId: number
  /** In whose place another clip is put. */
  side: SideName
  /** The clips that are compared now. */
  others: Partial<Record<SideName, number>>
  button: ButtonProps
}

/** A button that compares another clip of the production instead of one of the two. */
export function ClipChoice({ prId, side, others, button }: ClipChoiceProps) {
  const label = texts('choose', { letter: side.toUpperCase() })
  return (
    <Popover
      label={label}
      button={
        button.kind === 'primary' ? { ...button, children: texts('chooseClip') } : { ...button, 'aria-label': label }
      }
      align="end"
    >
      {() => <Offers {...{ prId, side, others }} />}
    </Popover>
  )
}

/** The page that compares clips; one that lacks is chosen there. */
function toComparePath(prId: number, { a, b }: Partial<Record<SideName, number>>): string {
  return `/app/production/${prId}/compare?a=${a ?? ''}&b=${b ?? ''}`
}

/** As many as one looks through; more are found by typing. */
const mostOffers = 12

function Offers({ prId, side, others }: Omit<ClipChoiceProps, 'button'>) {
  const typed = useSignal('')
  const found = useResource(
    signal => {
      const query = {
        q: toWordQuery(typed.value),
        'q.op': 'AND' as const,
        rows: mostOffers,
        sort: 'created desc,id desc',
        fl: ['mediaObjectId,mediaObjectName,hasScreenshot'],
      }
      return api.annotations.searchMediaObjects({ prId, query, signal })
    },
    [prId, typed.value],
  )
  const ids = Object.values(others)
  return (
    <div class="clip-choice">
      <TextField label={texts('findClip')} type="search" {...bind(typed)} />
      <Loaded resource={found}>
        {({ results }) => {
          const offers = results.filter(({ mediaObjectId }) => !ids.includes(Number(mediaObjectId)))
          if (offers.length === 0) return <p class="field-hint">{texts('noClip')}</p>
          return (
            <ul>
              {offers.map(({ mediaObjectId, mediaObjectName, hasScreenshot }) => (
                <li key={mediaObjectId}>
                  <Link class="menu-item" href={toComparePath(prId, { ...others, [side]: Number(mediaObjectId) })}>
                    <span class="clip-choice-picture">
                      {hasScreenshot === true ? (
                        <img src={`/api/production/${prId}/mo/${mediaObjectId}/poster`} alt="" width={64} height={36} />
                      ) : (
                        <Icon name="film" size={14} />
                      )}
                    </span>
                    <span>{String(mediaObjectName)}</span>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
    </div>
  )
}
