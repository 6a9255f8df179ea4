import { Button } from '../../design/fields/button.tsx'
import { Dialog } from '../../design/floating/dialog.tsx'
import { api } from '../../platform/reading/api.ts'
import { useResource } from '../../platform/reading/resource.ts'
import { findFilm } from '../../player/sources.ts'
import { writeDuration, writeFormat } from '../clips/clip-facts.ts'
import type { FoundClip } from '../clips/clip-search.ts'
import { texts } from '../messages.ts'
import { texts as peekTexts } from './messages.ts'
import './peek.css'

interface PeekProps {
  prId: number
  clip: FoundClip
  /** Shows the clip so many places further. */
  onStep: (by: number) => void
  onOpen: () => void
  onClose: () => void
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** A clip over the library, without leaving it: Space and Escape close it, arrows go on, Enter opens it. */
export function Peek({ prId, clip, onStep, onOpen, onClose }: PeekProps) {
  const film = useResource(signal => findFilm(api, prId, clip.id, signal), [prId, clip.id])
  const { film: address, mimeType = '', poster } = film.data ?? {}
  return (
    <Dialog title={clip.name} size="wide" onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys work anywhere in the window */}
      <div
        class="peek"
        onKeyDown={event => {
          const by = steps[event.key]
          if (by !== undefined) onStep(by)
          else if (event.key === ' ') onClose()
          else if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) onOpen()
          else return
          event.preventDefault()
        }}
      >
        <div class="peek-picture stage">
          {address !== undefined && !mimeType.startsWith('image/') ? (
            // biome-ignore lint/a11y/useMediaCaption: a glance; the page of the clip has its captions
            <video key={address} src={address} poster={poster} controls autoplay aria-label={clip.name} />
          ) : address !== undefined || clip.hasPoster ? (
            <img src={address ?? `/api/production/${prId}/mo/${clip.id}/poster`} alt={clip.name} />
          ) : (
            <p>{film.isLoading ? '' : clip.type === 'PENDING' ? texts('noFile') : peekTexts('noPicture')}</p>
          )}
        </div>
        <div class="peek-foot num">
          <span>{[writeDuration(clip), writeFormat(clip)].filter(Boolean).join(' · ')}</span>
          <Button kind="icon" icon="chevron-left" aria-label={peekTexts('previousClip')} onClick={() => onStep(-1)} />
          <Button kind="icon" icon="chevron-right" aria-label={peekTexts('nextClip')} onClick={() => onStep(1)} />
          <Button kind="primary" autofocus onClick={onOpen}>
            {texts('openClip')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
