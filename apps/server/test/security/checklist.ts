/** What the security of the service is tested for. Each item is named by the tests that show it; none may be without. */

export const checklist = {
  1: 'an object of another production is not reached, by whichever route',
  2: 'a share session sees its collection and nothing else of the production',
  3: 'each route asks for its right: whoever lacks it is refused',
  4: 'routes of those who run the service are closed to others',
  5: 'REVIEW_EDIT changes and deletes own comments alone',
  6: 'what the service keeps cannot be written: ids, versions, creators, rights',
  7: 'no answer holds a secret: no password, no hash, no key',
  8: 'tokens end: after an hour, a week, or an hour of silence',
  9: 'logout ends the session at once, allSessions all of them',
  10: 'the token of the first stage opens nothing but the second',
  11: 'a code counts once, within its window, and five wrong ones end the login',
  12: 'an unknown user and a wrong password are answered alike',
  13: 'failed logins lock a name, and an address much later; the lock ends',
  14: 'of two tokens one decides alone, and none is logged',
  15: 'a cookie is guarded, and moves nothing for a page of another site',
  16: 'pages of other sites read nothing, unless the settings name them',
  17: 'bodies, lists and pages have limits',
  18: 'a chunk stays within its upload',
  19: 'slow and many clients are limited',
  20: 'no query takes long',
  21: 'patches are bounded',
  22: 'outbound calls do not reach the own network',
  23: 'errors tell nothing of the inside',
  24: 'methods and content types that a route does not know are refused as such',
  25: 'every answer carries the protective headers',
  26: 'names do not become paths',
  27: 'names do not end headers',
  28: 'what users write and upload is shown as text, or saved, and never run',
  29: 'the OpenAPI document has every route, and no other',
  30: 'files from outside are read within limits',
  31: 'no member of a request reaches a prototype',
  32: 'of changes of one version one succeeds',
  33: 'an expired share lets nobody in, and keeps those who are in',
  34: 'to identify gives a name and no right',
  35: 'names of fields are looked up, and never become SQL',
  36: 'secrets come from the settings or are made, and a weak one is refused',
  37: 'dependencies are locked, and install nothing by script',
  38: 'sensitive actions leave a trace that nobody can change',
} as const

/** The name of a test that shows an item, or a part of it. */
export function item(number: keyof typeof checklist, part?: string): string {
  return part === undefined ? `${number}: ${checklist[number]}` : `${number}: ${checklist[number]}: ${part}`
}
