import { useEffect } from 'preact/hooks'
import { Button } from '../../design/fields/button.tsx'
import { EmptyState } from '../../design/lists/empty-state.tsx'
import { getKnown } from '../../frame/production.ts'
import { formatDuration } from '../../platform/dates.ts'
import { formatBytes, formatPercent } from '../../platform/translations.ts'
import { countSecondsLeft } from '../rate.ts'
import { measureRate, pauseAll, resumeAll } from '../sending.ts'
import { addUp, isRunning } from '../totals.ts'
import { duplicates, isTrayOpen, showTray, type Upload, uploads } from '../uploads.ts'
import { clock } from './clock.ts'
import { texts } from './messages.ts'
import { ProductionUploads } from './production-uploads.tsx'
import './tray.css'

/** The uploads of this browser over whatever page is shown: how far they are, and what somebody has to do about them. */
export function UploadTray() {
  const all = uploads.value
  const isMoving = all.some(isRunning)
  useEffect(() => {
    if (!isMoving) return undefined
    const timer = setInterval(() => {
      clock.value += 1
    }, 1000)
    return () => clearInterval(timer)
  }, [isMoving])
  if (!isTrayOpen.value) return null
  const close = () => {
    showTray(false)
    document.querySelector<HTMLElement>('.uploads-ring')?.focus()
  }
  const same = duplicates.value
  const prIds = [...new Set([...all, ...same.map(({ place }) => place)].map(({ prId }) => prId))]
  return (
    <section
      class="uploads"
      aria-label={texts('uploads')}
      tabIndex={-1}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        close()
      }}
    >
      <header class="uploads-bar">
        <h2>{texts('uploads')}</h2>
        {isMoving ? (
          <Button small kind="quiet" icon="pause" onClick={pauseAll}>
            {texts('pauseAll')}
          </Button>
        ) : (
          all.some(({ state }) => state === 'paused') && (
            <Button small kind="quiet" icon="play" onClick={() => resumeAll('paused')}>
              {texts('resumeAll')}
            </Button>
          )
        )}
        <Button small kind="icon" icon="x" aria-label={texts('close')} onClick={close} />
      </header>
      {all.length > 0 && <Total all={all} />}
      {prIds.length === 0 && <EmptyState text={texts('noUploads')} />}
      <div class="uploads-content">
        {prIds.map(prId => (
          <ProductionUploads
            key={prId}
            prId={prId}
            title={prIds.length > 1 ? (getKnown(prId)?.production.name ?? `#${prId}`) : undefined}
            all={all.filter(upload => upload.prId === prId)}
            same={same.filter(({ place }) => place.prId === prId)}
          />
        ))}
      </div>
    </section>
  )
}

function Total({ all }: { all: readonly Upload[] }) {
  void clock.value
  const { count, arrived, bytes, sentBytes, bytesLeft, percent } = addUp(all)
  const perSecond = bytesLeft > 0 ? measureRate() : undefined
  const secondsLeft = countSecondsLeft(bytesLeft, perSecond)
  return (
    <div class="uploads-total">
      <p>
        <strong>{formatPercent(percent)}</strong>{' '}
        {texts('sentOf', { sent: formatBytes(sentBytes), total: formatBytes(bytes) })}
        <span class="uploads-left">
          {secondsLeft !== undefined && texts('timeLeft', { time: formatDuration(secondsLeft) })}
        </span>
      </p>
      <progress max={100} value={percent} aria-label={texts('uploads')} />
      <p>
        <span role="status">{texts('arrivedCount', { arrived, count })}</span>
        <span class="uploads-left">
          {perSecond !== undefined && texts('perSecond', { bytes: formatBytes(perSecond) })}
        </span>
      </p>
    </div>
  )
}
