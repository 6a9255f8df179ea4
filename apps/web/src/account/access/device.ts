/** What program and system a session was opened with, as programs name themselves. Pure. */

/** Those that call themselves by the names of others come first. */
const programs = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const

const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac(?:intosh| OS X)\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
] as const

interface Device {
  /** Of a program that is no known browser, the first name that it gives. */
  readonly program: string | undefined
  readonly system: string | undefined
}

export function toDevice(userAgent: string): Device {
  const find = (known: typeof programs | typeof systems) => known.find(([, pattern]) => pattern.test(userAgent))?.[0]
  const [, ownName] = /^([\w.-]{1,40})/.exec(userAgent) ?? []
  return { program: find(programs) ?? ownName, system: find(systems) }
}
