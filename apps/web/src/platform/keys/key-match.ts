/** Keys as commands name them: `Ctrl+K`, `?`, `Shift+1`, or one after the other as `G L`. */

export interface PressedKey {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** The names of what is pressed. A digit with Shift has two: by what it writes, which differs by keyboard, and by its place. */
export function nameKeys({ key, code, ctrlKey, metaKey, altKey, shiftKey }: PressedKey): readonly string[] {
  const isSign = key.length === 1 && key.toUpperCase() === key.toLowerCase() && key !== ' '
  const ctrl = ctrlKey || metaKey ? 'Ctrl+' : ''
  const alt = altKey ? 'Alt+' : ''
  const shift = shiftKey ? 'Shift+' : ''
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key
  // How a sign is written differs by keyboard, so that Shift says nothing.
  const byKey = `${ctrl}${alt}${isSign ? '' : shift}${name}`
  const digit = /^Digit(\d)$/.exec(code)?.[1]
  return digit === undefined || !shiftKey ? [byKey] : [byKey, `${ctrl}${alt}Shift+${digit}`]
}

/** Whether keys are one sign without Ctrl or Alt: such rest while one types. */
export function isSingle(keys: string): boolean {
  return !/\b(?:Ctrl|Alt)\+|^F\d/.test(keys)
}
