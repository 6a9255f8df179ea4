import type { ButtonHTMLAttributes } from 'preact'

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** `primary` for the one thing that a page or dialog is for. */
  kind?: 'plain' | 'primary' | 'danger' | undefined
}

export function Button({ kind, class: further, ...rest }: ButtonProps) {
  return <button type="button" {...rest} class={`button ${further ?? ''}`} data-kind={kind} />
}
