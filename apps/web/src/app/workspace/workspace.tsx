import { signal, useSignal } from '@preact/signals'
import type { ComponentChildren, ComponentType } from 'preact'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { tellError } from '../../design/floating/toasts.tsx'
import { Icon } from '../../design/icons.tsx'
import { texts } from '../../frame/messages.ts'
import { overlay, typedEarly } from '../../frame/overlay.ts'
import { mayEnter, places } from '../../frame/places.ts'
import { getKnown, nearProduction } from '../../frame/production.ts'
import { user } from '../../frame/session.ts'
import { shownPanels } from '../../frame/shell/panels.ts'
import { texts as viewTexts } from '../../frame/shell/view-messages.ts'
import { SkipLink } from '../../frame/skip-link.tsx'
import { topParts } from '../../frame/top-parts.ts'
import { toLibraryPath } from '../../library/last-place.ts'
import { conflict } from '../../library/writes/conflict.ts'
import { type Command, useCommands } from '../../platform/keys/commands.ts'
import { lazy } from '../../platform/lazy.tsx'
import { navigate, path } from '../../platform/router.tsx'
import { setTheme } from '../../platform/theme.ts'
import { onFirstSign } from '../../platform/writes/first-sign.ts'
import { takeKeptWrites } from '../../platform/writes/kept-writes.ts'
import { leave } from '../../platform/writes/unsaved.ts'
import { undoing, waitingWrites } from '../../platform/writes/write.ts'
import { toUserOwner } from '../../platform/writes/write-queue.ts'
import { duplicates, isTrayOpen, kept, uploads } from '../../uploads/uploads.ts'
import { Rail } from './rail.tsx'

const Bell = lazy(() => import('../../notifications/bell.tsx').then(part => part.Bell))
const UploadsRing = lazy(() => import('../../uploads/tray/uploads-ring.tsx').then(part => part.UploadsRing))

topParts.push(
  () => (uploads.value.length + duplicates.value.length > 0 ? <UploadsRing /> : null),
  () => (
    <span class="top-bell">
      <Bell />
    </span>
  ),
)

const UploadTray = lazy(() => import('../../uploads/tray/tray.tsx').then(part => part.UploadTray))

const FileDrop = lazy(() => import('../../uploads/tray/file-drop.tsx').then(part => part.FileDrop))

/** Takes files that are dropped, and goes on with what was being sent; loaded when there is something to do. */
function Uploads() {
  const isDragged = useSignal(false)
  useEffect(() => {
    const onDragEnter = ({ dataTransfer }: DragEvent) => {
      isDragged.value ||= dataTransfer?.types.includes('Files') === true
    }
    addEventListener('dragenter', onDragEnter)
    // Uploads of windows that are gone; most begin without any.
    if (Object.keys(localStorage).some(name => name.startsWith(kept))) {
      import('../../uploads/kept-uploads.ts').then(({ takeLeftUploads }) => takeLeftUploads()).catch(tellError)
    }
    return () => removeEventListener('dragenter', onDragEnter)
  }, [])
  return isDragged.value ? <FileDrop /> : null
}

const TourOffer = lazy(() => import('../../help/tour-offer.tsx').then(part => part.TourOffer))

const ConflictDialog = lazy(() => import('../../library/writes/conflict-dialog.tsx').then(part => part.ConflictDialog))

const loadDiscard = () => import('../../waiting/discard.tsx').then(part => part.Discard)
const Discard = lazy(loadDiscard)

/** Sends what an earlier page of this user has left behind without a connection. */
async function resume(owner: string): Promise<void> {
  const all = await takeKeptWrites(owner)
  if (all.length > 0) await (await import('../../waiting/resume.ts')).resumeKeptWrites(all)
}

/** The pages of those who are signed in: beside the rail, which stays when the page changes, with commands everywhere. */
export function Workspace({ children }: { children: ComponentChildren }) {
  useCommands(listGeneralCommands())
  const isHome = path.value === '/app' || path.value === '/'
  const isOfClip = path.value.includes('/clip/')
  useEffect(() => {
    if (isOfClip) import('../../home/note-visits.ts').then(({ noteVisits }) => noteVisits()).catch(tellError)
  }, [isOfClip])
  const userId = user.value?.id
  useEffect(() => {
    if (userId !== undefined) resume(toUserOwner(userId)).catch(tellError)
  }, [userId])
  useEffect(() => onFirstSign(loadDiscard), [])
  return (
    <>
      <OfflineBanner />
      <div class="app">
        <SkipLinks />
        <Rail />
        {children}
      </div>
      {isTrayOpen.value && <UploadTray />}
      <Uploads />
      <Overlays />
      {isHome && <TourOffer />}
      {conflict.value && <ConflictDialog conflict={conflict.value} />}
    </>
  )
}

function listGeneralCommands(): Command[] {
  const go = (address: string) => () => leave(() => navigate(address))
  const section = texts('goTo')
  const prId = nearProduction.value
  const held = getKnown(prId)?.held ?? new Set<string>()
  const general = texts('general')
  return [
    { id: 'palette', title: texts('palette'), keys: 'Ctrl+K', section: general, run: open('palette') },
    { id: 'search', title: texts('searchHere'), keys: '/', section: general, run: focusSearch },
    { id: 'keys', title: texts('keyboard'), keys: '?', section: general, run: open('keys') },
    { id: 'tour', title: texts('tour'), section: general, run: open('tour') },
    { id: 'undo', title: texts('undo'), keys: 'Ctrl+Z', section: general, when: undoing.canUndo, run: undoing.undo },
    {
      id: 'redo',
      title: texts('redo'),
      keys: ['Ctrl+Shift+Z', 'Ctrl+Y'],
      section: general,
      when: undoing.canRedo,
      run: undoing.redo,
    },
    { id: 'go.home', title: texts('home'), keys: 'G H', section, run: go('/app') },
    ...places
      .filter(place => mayEnter(place, held))
      .map(({ name, path: below, keys }) => ({
        id: `go.${name}`,
        title: texts(name),
        keys,
        section,
        run: () =>
          leave(() =>
            navigate(
              name === 'library' && prId !== undefined ? toLibraryPath(prId) : `/app/production/${prId}${below}`,
            ),
          ),
      })),
    { id: 'notifications', title: texts('notifications'), keys: 'G N', section, run: openBell },
    { id: 'go.account', title: texts('yourAccount'), section, run: go('/app/account') },
    ...(['system', 'dark', 'light'] as const).map(theme => ({
      id: `theme.${theme}`,
      title: `${viewTexts('theme')}: ${viewTexts(theme)}`,
      section: texts('view'),
      run: () => setTheme(theme),
    })),
  ]
}

const open = (what: typeof overlay.value) => () => {
  overlay.value = what
}

/** The list of notifications, where the page has a bell. */
function openBell(): void {
  document.querySelector<HTMLButtonElement>('.bell')?.click()
}

/** The search field of the page; where it has none, the palette. */
function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('#content input[type=search]')
  if (field) field.focus()
  else overlay.value = 'palette'
}

const loads = {
  palette: () => import('../overlays/palette.tsx').then(({ Palette }) => Palette),
  keys: () => import('../overlays/key-sheet.tsx').then(({ KeySheet }) => KeySheet),
  tour: () => import('../../help/tour.tsx').then(({ Tour }) => Tour),
}

type OverlayProps = { onClose: () => void }
const loaded = signal<Partial<Record<keyof typeof loads, ComponentType<OverlayProps>>>>({})

/** The palette and the sheet of keys; their code is loaded when they are first opened. */
function Overlays() {
  const what = overlay.value
  useEffect(() => {
    if (what === undefined || loaded.value[what]) return
    loads[what]().then(component => {
      loaded.value = { ...loaded.value, [what]: component }
    }, tellError)
  }, [what])
  const Shown = what && loaded.value[what]
  const isAwaited = what === 'palette' && !Shown
  useLayoutEffect(() => (isAwaited ? catchKeys() : undefined), [isAwaited])
  return Shown ? <Shown onClose={open(undefined)} /> : null
}

/** Collects what is typed for the palette; gives what ends that. */
function catchKeys(): () => void {
  typedEarly.value = ''
  const onKey = (event: KeyboardEvent) => {
    const { key, ctrlKey, altKey, metaKey } = event
    if (ctrlKey || altKey || metaKey) return
    event.preventDefault()
    event.stopPropagation()
    if (key === 'Escape') overlay.value = undefined
    if (key === 'Backspace') typedEarly.value = typedEarly.value.slice(0, -1)
    if (key.length === 1) typedEarly.value += key
  }
  addEventListener('keydown', onKey, true)
  return () => removeEventListener('keydown', onKey, true)
}

/** Says that the service is out of reach, and what waits for it: that is given up only by somebody who says so. */
function OfflineBanner() {
  const isOffline = useSignal(!navigator.onLine)
  useEffect(() => {
    const look = () => {
      isOffline.value = !navigator.onLine
    }
    addEventListener('online', look)
    addEventListener('offline', look)
    return () => {
      removeEventListener('online', look)
      removeEventListener('offline', look)
    }
  }, [])
  const count = waitingWrites.value ?? 0
  const isWaiting = count > 0
  return (
    <div class="offline" role="status" hidden={!isOffline.value && !isWaiting}>
      {(isOffline.value || isWaiting) && (
        <>
          <Icon name="cloud-off" />
          {isWaiting ? texts('waitingHere', { count }) : texts('offlineNow')}
        </>
      )}
      {isWaiting && <Discard count={count} />}
    </div>
  )
}

/** The first things that the keyboard reaches. */
function SkipLinks() {
  const panels = shownPanels.value
  return (
    <>
      <SkipLink to="content">{texts('skip')}</SkipLink>
      {panels?.hasInspector.value && panels.isOpen('inspector') && (
        <SkipLink to="panel-inspector">{texts('skipToInspector')}</SkipLink>
      )}
    </>
  )
}
