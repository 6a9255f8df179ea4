import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'
import { Icon, type IconName } from '../icons.tsx'

export type ButtonKind = 'primary' | 'default' | 'quiet' | 'danger' | 'icon'

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'icon'> & {
  /** `primary` for the one thing that a page or dialog is for; `icon` for a quiet square one, named by `aria-label`. */
  kind?: ButtonKind | undefined
  /** Before the text; without a text the button is square and its label is shown as a tooltip. */
  icon?: IconName | undefined
  small?: boolean | undefined
  /** While what it began goes on: it keeps its width and its focus, and does nothing. */
  isBusy?: boolean | undefined
  /** Keys that do the same, for the tooltip: `Ctrl+K`. */
  keys?: string | undefined
  children?: ComponentChildren
}

export function Button({ kind, icon, small, isBusy, keys, class: further, children, ...rest }: ButtonProps) {
  const shown = isBusy ? 'loader' : icon
  const isSquare = kind === 'icon' || (icon !== undefined && children === undefined)
  const tip = isSquare || keys !== undefined ? (rest['aria-label'] ?? '') : undefined
  return (
    <button
      type="button"
      {...rest}
      class={`button ${further ?? ''}`}
      data-kind={kind}
      data-small={small || undefined}
      data-square={isSquare || undefined}
      data-tip={tip}
      data-keys={keys}
      {...(isBusy ? { 'aria-disabled': true, 'data-busy': true } : {})}
    >
      {shown && <Icon name={shown} size={small || !isSquare ? 14 : 16} />}
      {children}
    </button>
  )
}
