const isMac = /Mac|iPhone|iPad/.test(navigator.platform)
const names: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Delete: 'Del',
  ...(isMac ? { Ctrl: '⌘', Alt: '⌥', Shift: '⇧' } : {}),
}

/** Keys as they are printed on a keyboard: `Ctrl+K`, or one after the other: `G L`. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span class="keys">
      {keys.split(/[ +](?=.)/).map(key => (
        <kbd class="key" key={key}>
          {names[key] ?? (key.length === 1 ? key.toUpperCase() : key)}
        </kbd>
      ))}
    </span>
  )
}
