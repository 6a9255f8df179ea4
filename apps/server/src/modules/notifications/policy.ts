/** Rules of notifications; pure functions of their arguments. */

/**
 * A comment as plain words: mentions are written `@{<userId>,<username>}` in it, tags `#{<tag text>}`.
 * Pattern parts exclude the closing bracket, so that reading takes linear time.
 */
export function toWords(description: string): string {
  return description.replace(/@\{\d+,([^{}]*)\}/g, '@$1').replace(/#\{([^{}]*)\}/g, '#$1')
}
