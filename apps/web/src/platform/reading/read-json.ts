/** What a text says in JSON; nothing where it is none, as while it is typed. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
