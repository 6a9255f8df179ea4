/** What can be done on the page that is shown, by its keys, in the palette and on the sheet of keys. */

import { signal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { areKeysOn } from './key-choice.ts'
import { isSingle, nameKeys } from './key-match.ts'

export interface Command {
  /** Of commands with the same id the one that was registered last counts. */
  readonly id: string
  readonly title: string
  /** `Ctrl+K`, `?`, `Shift+1`, `G L`; several where several do the same. */
  readonly keys?: string | readonly string[] | undefined
  /** Whether it can be done now. */
  readonly when?: (() => boolean) | undefined
  readonly run: () => void
  /** Under which heading it is listed. */
  readonly section?: string | undefined
  /** What it does with a value that is typed in the palette: a timecode. Nothing where that means nothing to it. */
  readonly take?: ((typed: string) => (() => void) | undefined) | undefined
  /** The values that it may be given in the palette, for what was typed so far: `Tab` asks for one. */
  readonly ask?: ((typed: string, signal: AbortSignal) => Promise<readonly CommandValue[]>) | undefined
  /** Whether only keys call it: a step of a frame is nothing to look for in a list. */
  readonly isKeyOnly?: boolean | undefined
}

/** A value of a command: a status, a tag, a collection. */
export interface CommandValue {
  readonly text: string
  readonly run: () => void
}

interface Registration {
  commands: readonly Command[]
}

const registrations: Registration[] = []
/** Changes whenever other commands are there. */
const turn = signal(0)

/** Registers commands for as long as the component is shown. */
export function useCommands(commands: readonly Command[]): void {
  const own = useRef<Registration>({ commands })
  own.current.commands = commands
  useLayoutEffect(() => {
    const registration = own.current
    registrations.push(registration)
    turn.value += 1
    return () => {
      registrations.splice(registrations.indexOf(registration), 1)
      turn.value += 1
    }
  }, [])
}

/** What can be done now. */
export function listCommands(): readonly Command[] {
  void turn.value
  const byId = new Map(registrations.flatMap(({ commands }) => commands.map(command => [command.id, command] as const)))
  return Array.from(byId.values()).filter(({ when }) => when?.() ?? true)
}

/** All keys of a command. */
export function listKeys({ keys = [] }: Command): readonly string[] {
  return typeof keys === 'string' ? [keys] : keys
}

/** How long the second key of two may take. */
const sequenceMs = 1200

/** Listens to the keys of all commands; once, for the whole app. */
export function useCommandKeys(): void {
  useEffect(() => {
    let first: { readonly name: string; readonly at: number } | undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || ['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return
      const isFresh = first !== undefined && event.timeStamp - first.at < sequenceMs
      const before = isFresh ? first?.name : undefined
      first = undefined
      const names = nameKeys(event)
      const wanted = before === undefined ? names : names.map(name => `${before} ${name}`)
      const usable = listCommands().flatMap(command => listKeys(command).map(keys => ({ command, keys })))
      const isFree = ({ keys }: { keys: string }) => !isTaken(event, keys)
      const found = usable.findLast(entry => wanted.includes(entry.keys) && isFree(entry))
      if (found) {
        event.preventDefault()
        found.command.run()
        return
      }
      const begun = usable.find(entry => names.some(name => entry.keys.startsWith(`${name} `)) && isFree(entry))
      if (begun) first = { name: begun.keys.split(' ')[0] ?? '', at: event.timeStamp }
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

/** Where one types; nobody types into a box to check or a button for files. */
export const textFields =
  'input:not([type="checkbox"], [type="radio"], [type="file"]), textarea, select, [contenteditable]'

/** Whether keys mean something else where they are pressed. */
function isTaken({ target, key }: KeyboardEvent, keys: string): boolean {
  if (isSingle(keys) && !areKeysOn.value) return true
  if (!(target instanceof HTMLElement)) return false
  // A list that has just been opened is not in focus yet.
  if (target.closest('dialog, [popover]') || document.querySelector('[popover="auto"]:popover-open')) return true
  const isText = target.closest(textFields) !== null
  // Fields undo what was typed in them, and select it.
  if (isText) return isSingle(keys) || /^Ctrl\+(?:(?:Shift\+)?[ZY]|A)$/.test(keys)
  // The arrows choose among buttons of which one is pressed in.
  if (key.startsWith('Arrow') && target.closest('input[type="radio"]')) return true
  return (key === ' ' || key === 'Enter') && target.closest('button, a, summary, input') !== null
}
