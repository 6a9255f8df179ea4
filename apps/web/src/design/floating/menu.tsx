import { useSignal } from '@preact/signals'
import { type ComponentChildren, Fragment, type TargetedKeyboardEvent } from 'preact'
import { useId, useRef } from 'preact/hooks'
import { Button, type ButtonProps } from '../fields/button.tsx'
import { Icon, type IconName } from '../icons.tsx'
import { Keys } from '../keys.tsx'
import { texts } from '../messages.ts'
import { anchor, type Side } from './anchor.ts'
import './floating.css'

export interface MenuItem {
  text: string
  onChoose: () => void
  disabled?: boolean | undefined
  kind?: 'danger'
  icon?: IconName | undefined
  /** Keys that do the same. */
  keys?: string | undefined
  /** Items of another section than the one before are set apart by a line; a name is shown above them. */
  section?: string | undefined
  /** Of items that are one of several choices: whether it is the one. */
  isChecked?: boolean | undefined
  /** Whether it is turned on and off by itself, instead of being one of several choices. */
  isToggle?: boolean | undefined
}

interface MenuProps {
  /** What the button is for, when its content is a picture. */
  label?: string | undefined
  items: readonly MenuItem[]
  /** How the button looks; quiet where nothing is said. */
  button?: ButtonProps
  side?: Side
  align?: 'start' | 'end'
  /** Whether the names of sections are shown. */
  hasHeads?: boolean
  children?: ComponentChildren
}

/** A button that opens a list of actions; arrow keys, Home, End and first letters move among them. */
export function Menu({ label, items, button, side = 'below', align = 'end', hasHeads = false, children }: MenuProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLElement | null>(null)
  const isOpen = useSignal(false)
  const place = () => {
    if (list.current && opener.current) anchor(list.current, opener.current, { side, align })
  }
  const name = label ?? (children === undefined ? texts('more') : undefined)
  return (
    <>
      <Button
        kind={children === undefined ? 'icon' : 'quiet'}
        icon={children === undefined ? 'ellipsis' : undefined}
        {...button}
        {...(name === undefined ? {} : { 'aria-label': name })}
        aria-haspopup="menu"
        aria-expanded={isOpen.value}
        popoverTarget={id}
        onClick={event => {
          opener.current = event.currentTarget
        }}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown' || isOpen.value) return
          event.preventDefault()
          event.currentTarget.click()
        }}
      >
        {children}
      </Button>
      <div
        class="popover menu"
        id={id}
        popover="auto"
        role="menu"
        aria-label={name ?? texts('more')}
        tabIndex={-1}
        ref={list}
        onKeyDown={moveByKey}
        onToggle={({ newState }) => {
          isOpen.value = newState === 'open'
          if (!isOpen.value) return
          place()
          if (list.current) focusFirst(list.current)
        }}
      >
        <MenuItems items={items} hasHeads={hasHeads} onChosen={() => list.current?.hidePopover()} />
      </div>
    </>
  )
}

interface MenuItemsProps {
  items: readonly MenuItem[]
  hasHeads?: boolean
  /** Closes the list, before the action begins. */
  onChosen: () => void
}

/** What a list of actions holds. */
export function MenuItems({ items, hasHeads = false, onChosen }: MenuItemsProps) {
  return (
    <>
      {items.map(({ text, onChoose, disabled = false, kind, icon, keys, section, isChecked, isToggle }, index) => (
        <Fragment key={`${section} ${text}`}>
          {index > 0 && section !== items[index - 1]?.section && <hr class="menu-rule" />}
          {hasHeads && section !== undefined && section !== items[index - 1]?.section && (
            <div class="menu-head" role="presentation">
              {section}
            </div>
          )}
          {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: it is checked where it is one of several choices */}
          <button
            type="button"
            class="menu-item"
            role={isChecked === undefined ? 'menuitem' : isToggle ? 'menuitemcheckbox' : 'menuitemradio'}
            aria-checked={isChecked}
            tabIndex={-1}
            data-kind={kind}
            disabled={disabled}
            onClick={() => {
              onChosen()
              onChoose()
            }}
          >
            {isChecked === undefined ? icon && <Icon name={icon} size={14} /> : <Check isOn={isChecked} />}
            {text}
            {keys !== undefined && <Keys keys={keys} />}
          </button>
        </Fragment>
      ))}
    </>
  )
}

/** Where the keyboard begins in a list of actions: at what is chosen, or at the first. */
export function focusFirst(list: HTMLElement): void {
  const items = listItems(list)
  ;(items.find(item => item.ariaChecked === 'true') ?? items[0])?.focus({ preventScroll: true })
}

/** Moves among the actions of the list that hears the key. */
export function moveByKey(event: TargetedKeyboardEvent<HTMLElement>): void {
  const next = findNext(listItems(event.currentTarget), event)
  if (next === undefined) return
  event.preventDefault()
  event.stopPropagation()
  next.focus()
}

function listItems(list: HTMLElement): HTMLElement[] {
  return Array.from(list.querySelectorAll<HTMLElement>('.menu-item'))
}

function Check({ isOn }: { isOn: boolean }) {
  return isOn ? <Icon name="check" size={14} /> : <span class="menu-gap" />
}

/** The item that a key goes to. */
function findNext(items: readonly HTMLElement[], { key, ctrlKey, metaKey, altKey }: KeyboardEvent) {
  const enabled = items.filter(item => !item.hasAttribute('disabled'))
  const here = enabled.indexOf(document.activeElement as HTMLElement)
  if (key === 'ArrowDown') return enabled[(here + 1) % enabled.length]
  if (key === 'ArrowUp') return enabled.at(here <= 0 ? -1 : here - 1)
  if (key === 'Home') return enabled[0]
  if (key === 'End') return enabled.at(-1)
  if (key.length > 1 || key === ' ' || ctrlKey || metaKey || altKey) return undefined
  const beginsSo = (item: HTMLElement) => item.textContent?.trim().toLowerCase().startsWith(key.toLowerCase())
  return [...enabled.slice(here + 1), ...enabled.slice(0, here + 1)].find(beginsSo)
}
