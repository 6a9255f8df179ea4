import type { Point } from '../document.ts'

/** `12.5%` as 12.5; undefined unless it is a percentage from 0 to 100. */
export function parsePercent(text: string): number | undefined {
  if (!/^\d{1,9}(?:\.\d{1,20})?%$/.test(text)) return undefined
  const percent = Number(text.slice(0, -1))
  return percent <= 100 ? percent : undefined
}

/** `10%,90%` as a point. */
export function parsePoint(text: string): Point | undefined {
  const [first = '', second = '', ...others] = text.split(',')
  const [x, y] = [parsePercent(first), parsePercent(second)]
  return x === undefined || y === undefined || others.length > 0 ? undefined : { x, y }
}

/** A percentage, to 6 decimals; undefined unless it is from 0 to 100. */
export function formatPercent(percent: number): string | undefined {
  return percent >= 0 && percent <= 100 ? `${formatNumber(percent)}%` : undefined
}

export function formatPoint({ x, y }: Point): string | undefined {
  const [first, second] = [formatPercent(x), formatPercent(y)]
  return first === undefined || second === undefined ? undefined : `${first},${second}`
}

/** A number without an exponent, to 6 decimals; for numbers below 10^20. */
export function formatNumber(value: number): string {
  return value.toFixed(6).replace(/\.?0+$/, '')
}
