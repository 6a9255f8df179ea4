import type { MediaObject, ReviewStatusChoice } from '@rushes/contract'
import type { ComponentChildren } from 'preact'
import { Button } from '../../design/fields/button.tsx'
import type { Brand } from '../branded-page.tsx'
import { texts } from '../messages.ts'
import { Decision } from './decision.tsx'

interface ClipHeadProps {
  name: string
  description: string | undefined
  status: ComponentChildren
  reviewStatus: string | undefined
  onStatus: ((id: string, after?: () => void) => void) | undefined
  downloads: ComponentChildren
  choices: readonly ReviewStatusChoice[]
  brand: Brand
  clips: readonly MediaObject[]
  shown: MediaObject
  onShow: (id: number) => void
}

/** What clip is shown, what is asked about it, and what the visitor decides. */
export function ClipHead(props: ClipHeadProps) {
  const { name, description, status, reviewStatus, onStatus, downloads, choices, brand } = props
  const { clips, shown, onShow } = props
  const index = clips.indexOf(shown)
  const turn = (text: 'previous' | 'next', icon: 'chevron-left' | 'chevron-right', to: MediaObject | undefined) => (
    <Button
      kind="icon"
      icon={icon}
      aria-label={texts(text)}
      disabled={!to}
      onClick={() => {
        if (to) onShow(to.id)
      }}
    />
  )
  return (
    <div class="share-clip">
      <div class="share-clip-title">
        <div class="share-clip-name">
          <h1>{name}</h1>
          <span class="share-clip-account">{brand.name}</span>
        </div>
        {status}
        {clips.length > 1 && (
          <nav class="turning" aria-label={texts('turning')}>
            {turn('previous', 'chevron-left', clips[index - 1])}
            <span>{texts('clip', { number: index + 1, count: clips.length })}</span>
            {turn('next', 'chevron-right', clips[index + 1])}
          </nav>
        )}
        {description !== undefined && <p class="share-clip-description">{description}</p>}
        {downloads}
      </div>
      {onStatus && <Decision choices={choices} status={reviewStatus} onStatus={onStatus} />}
      <span class="share-clip-menu">{brand.menu}</span>
    </div>
  )
}
