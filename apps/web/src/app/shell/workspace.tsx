import { signal, useSignal } from '@preact/signals'
import type { ComponentChildren, ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { Icon } from '../../design/icons.tsx'
import { tellError } from '../../design/toasts.tsx'
import { type Command, useCommands } from '../../platform/commands.ts'
import { navigate } from '../../platform/router.tsx'
import { setTheme } from '../../platform/theme.ts'
import { leave } from '../../platform/unsaved.ts'
import { undoing, waitingWrites } from '../../platform/write.ts'
import { texts } from '../messages.ts'
import { overlay } from '../overlays/overlay.ts'
import { mayEnter, places } from '../places.ts'
import { shownPanels } from './panels.ts'
import { getKnown, nearProduction } from './production.ts'
import { Rail } from './rail.tsx'

/** The pages of those who are signed in: beside the rail, which stays when the page changes, with commands everywhere. */
export function Workspace({ children }: { children: ComponentChildren }) {
  useCommands(listGeneralCommands())
  return (
    <>
      <OfflineBanner />
      <div class="app">
        <SkipLinks />
        <Rail />
        {children}
      </div>
      <Overlays />
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
      .map(({ name, path, keys }) => ({
        id: `go.${name}`,
        title: texts(name),
        keys,
        section,
        run: go(`/app/production/${prId}${path}`),
      })),
    { id: 'go.account', title: texts('yourAccount'), section, run: go('/app/account') },
    ...(['system', 'dark', 'light'] as const).map(theme => ({
      id: `theme.${theme}`,
      title: `${texts('theme')}: ${texts(({ system: 'themeSystem', dark: 'themeDark', light: 'themeLight' } as const)[theme])}`,
      section: texts('view'),
      run: () => setTheme(theme),
    })),
  ]
}

const open = (what: typeof overlay.value) => () => {
  overlay.value = what
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
  return Shown ? <Shown onClose={open(undefined)} /> : null
}

/** Says that the service is out of reach, and what waits for it. */
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
  const count = waitingWrites.value
  return (
    <div class="offline" role="status" hidden={!isOffline.value && count === undefined}>
      {(isOffline.value || count !== undefined) && (
        <>
          <Icon name="cloud-off" />
          {count ? texts('offlineWaiting', { count }) : texts('offlineNow')}
        </>
      )}
    </div>
  )
}

/** The first things that the keyboard reaches. */
function SkipLinks() {
  const panels = shownPanels.value
  return (
    <>
      <a class="skip" href="#content">
        {texts('skip')}
      </a>
      {panels?.hasInspector.value && panels.isOpen('inspector') && (
        <a class="skip" href="#panel-inspector">
          {texts('skipToInspector')}
        </a>
      )}
    </>
  )
}
