import type { Point } from '../../document/document.ts'

/** `12.5%` as 12.5; undefined unless it is a percentage from 0 to 100. */
export function parsePercent(text: string): number | undefined {
  if (!/^\d+(?:\.\d+)?%$/.test(text)) return undefined
  const percent = Number(text.slice(0, -1))
  return percent <= 100 ? percent : undefined
}

/** A number of digits, with a sign or a point; undefined for any other text, and beyond all numbers. */
export function parseNumber(text: string): number | undefined {
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) return undefined
  const number = Number(text) + 0
  return Number.isFinite(number) ? number : undefined
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

/** A number without an exponent, to 6 decimals. */
export function formatNumber(value: number): string {
  // Beyond these digits a number is whole, and written by its exponent elsewhere.
  if (Math.abs(value) >= 1e21) return String(BigInt(value))
  return value.toFixed(6).replace(/\.?0+$/, '')
}
