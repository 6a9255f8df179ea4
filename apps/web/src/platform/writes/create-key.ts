let made = 0

/** A key of its own; later ones come later in the alphabet. Browsers make better ones, but not without https. */
export function createKey(): string {
  made += 1
  const [chance = 0] = crypto.getRandomValues(new Uint32Array(1))
  return `${String(Date.now()).padStart(15, '0')}.${String(made).padStart(6, '0')}.${chance.toString(36)}`
}
