import { useSignal } from '@preact/signals'
import { useEffect, useId, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { tellError } from '../../design/floating/toasts.tsx'
import { Icon } from '../../design/icons.tsx'
import { Keys } from '../../design/keys.tsx'
import { Avatar } from '../../design/people/avatar.tsx'
import { texts } from '../../frame/messages.ts'
import { typedEarly } from '../../frame/overlay.ts'
import { getKnown, nearProduction } from '../../frame/production.ts'
import { user } from '../../frame/session.ts'
import { type Command, listCommands, listKeys } from '../../platform/keys/commands.ts'
import { useResource } from '../../platform/reading/resource.ts'
import { navigate } from '../../platform/router.tsx'
import { leave } from '../../platform/writes/unsaved.ts'
import { listCreatableAccounts } from '../../settings/creatable-accounts.ts'
import { listCreating } from './creating.ts'
import { texts as ownTexts } from './messages.ts'
import { type Found, findLocally, findOnService, findValues } from './palette-search.ts'
import './overlays.css'

/** Keys come faster than answers. */
const gatherMs = 150

/**
 * Finds commands, clips, collections, people, saved searches and timecodes by what is typed, and first of all what was
 * open last. What is known here is there at once; what the service finds comes after it, and moves nothing. `Tab` on a
 * command that needs a value asks for it in the same field.
 */
export function Palette({ onClose }: { onClose: () => void }) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const typed = useSignal(typedEarly.peek())
  const at = useSignal(0)
  const distant = useSignal<readonly Found[]>([])
  /** The command that waits for a value. */
  const asked = useSignal<Command | undefined>(undefined)
  // What can be done on the page below, not what the palette makes of it.
  const here = useMemo(() => listCommands(), [])
  const accounts = useResource(signal => listCreatableAccounts(user.value?.id, signal), [])
  const commands = [...here, ...listCreating((accounts.data?.length ?? 0) > 0)]
  const prId = nearProduction.value
  const near = asked.value === undefined ? findLocally(typed.value, commands) : []
  const found = [...near, ...distant.value]
  const sections = [...Map.groupBy(found, ({ section }) => section)]
  const ordered = sections.flatMap(([, members]) => members)
  // Before the next key is pressed, which is meant for the field.
  useLayoutEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    typedEarly.value = ''
    element?.showModal()
    element?.addEventListener('close', onClose)
    return () => {
      // Browsers send the event later: by then the palette may have been opened again.
      element?.removeEventListener('close', onClose)
      element?.close()
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  useEffect(() => {
    const stopper = new AbortController()
    const { signal } = stopper
    const find = async () => {
      if (asked.value !== undefined) return findValues(asked.value, typed.value, signal)
      return prId === undefined ? [] : findOnService(prId, typed.value, signal)
    }
    const timer = setTimeout(
      () => {
        find().then(
          all => {
            if (!signal.aborted) distant.value = all
          },
          (error: unknown) => {
            if (!signal.aborted) tellError(error)
          },
        )
      },
      asked.value === undefined ? gatherMs : 0,
    )
    return () => {
      clearTimeout(timer)
      stopper.abort()
    }
  }, [typed.value, prId, asked.value])
  const type = (text: string) => {
    typed.value = text
    // At once: an effect would undo what the next keys choose.
    at.value = 0
    distant.value = []
  }
  const ask = (command: Command | undefined) => {
    asked.value = command
    type('')
  }
  const run = (chosen: Found | undefined) => {
    if (!chosen) return
    onClose()
    const { href, run: act } = chosen
    // Once the palette is gone, so that the focus is where the command expects it.
    setTimeout(() => (href === undefined ? act?.() : leave(() => navigate(href))))
  }
  const move = (by: number) => {
    if (ordered.length > 0) at.value = (at.value + by + ordered.length) % ordered.length
    document.getElementById(`${id}-${at.value}`)?.scrollIntoView({ block: 'nearest' })
  }
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => run(ordered[at.value]),
  }
  /** What keys mean that mean nothing here at other times. */
  const findAct = (key: string) => {
    const { command } = ordered[at.value] ?? {}
    if (key === 'Tab' && command?.ask) return () => ask(command)
    const goesBack = key === 'Escape' || (key === 'Backspace' && typed.value === '')
    return asked.value !== undefined && goesBack ? () => ask(undefined) : keys[key]
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
    <dialog
      ref={dialog}
      class="palette"
      aria-label={texts('palette')}
      onClick={event => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div class="palette-head">
        {asked.value === undefined ? (
          <Icon name="search" />
        ) : (
          <span class="chip" aria-hidden="true">
            {asked.value.title}
          </span>
        )}
        <input
          role="combobox"
          aria-label={asked.value?.title ?? texts('jump')}
          aria-expanded={ordered.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={ordered.length > 0 ? `${id}-${at.value}` : undefined}
          aria-autocomplete="list"
          autocomplete="off"
          placeholder={asked.value === undefined ? texts('jump') : ownTexts('hintAsk')}
          value={typed.value}
          onInput={event => type(event.currentTarget.value)}
          onKeyDown={event => {
            const act = findAct(event.key)
            if (!act || event.isComposing) return
            event.preventDefault()
            act()
          }}
        />
        <span class="palette-scope">{getKnown(prId)?.production.name}</span>
        <Keys keys="Escape" />
      </div>
      <div class="palette-list" role="listbox" id={`${id}-list`} aria-label={texts('palette')}>
        {sections.map(([section, members]) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options
          <div key={section} role="group" aria-label={section}>
            <div class="menu-head" role="presentation">
              {section}
            </div>
            {members.map(member => {
              const index = ordered.indexOf(member)
              return (
                <Option
                  key={member.key}
                  id={`${id}-${index}`}
                  found={member}
                  typed={typed.value}
                  isChosen={index === at.value}
                  onChoose={() => run(member)}
                />
              )
            })}
          </div>
        ))}
      </div>
      {ordered.length === 0 && (
        <p class="palette-none" role="status">
          {ownTexts('nothingFound')}
        </p>
      )}
      <div class="palette-foot" aria-hidden="true">
        <Keys keys="ArrowUp" />
        <Keys keys="ArrowDown" />
        {ownTexts('hintMove')}
        <Keys keys="Enter" />
        {ownTexts('hintRun')}
        {ordered[at.value]?.command?.ask && (
          <>
            <Keys keys="Tab" />
            {ownTexts('hintAsk')}
          </>
        )}
        <Keys keys=">" />
        {ownTexts('hintCommands')}
        <Keys keys="@" />
        {ownTexts('hintPeople')}
        <Keys keys="#" />
        {ownTexts('hintTags')}
      </div>
    </dialog>
  )
}

interface OptionProps {
  id: string
  found: Found
  typed: string
  isChosen: boolean
  onChoose: () => void
}

function Option({ id, found, typed, isChosen, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the focus stays in the field, whose keys move among the options
    <div class="palette-option" role="option" id={id} aria-selected={isChosen} onClick={onChoose}>
      {found.picture !== undefined ? (
        <img src={found.picture} alt="" loading="lazy" />
      ) : found.person !== undefined ? (
        <Avatar name={found.text} id={found.person} />
      ) : (
        <Icon name={found.icon ?? 'arrow-right'} />
      )}
      <span class="palette-text">
        <Marked text={found.text} typed={typed} />
        {found.detail !== undefined && <span class="palette-detail"> {found.detail}</span>}
      </span>
      {found.command && listKeys(found.command)[0] !== undefined && <Keys keys={listKeys(found.command)[0] ?? ''} />}
    </div>
  )
}

/** A text with what was typed in amber. */
function Marked({ text, typed }: { text: string; typed: string }) {
  const word = typed
    .replace(/^[>@#]/, '')
    .trim()
    .toLowerCase()
  const start = word === '' ? -1 : text.toLowerCase().indexOf(word)
  if (start < 0) return <>{text}</>
  return (
    <>
      {text.slice(0, start)}
      <b>{text.slice(start, start + word.length)}</b>
      {text.slice(start + word.length)}
    </>
  )
}
