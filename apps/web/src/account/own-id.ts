import { user } from '../app/session.ts'

/** The id of whoever is signed in: the pages here are shown to nobody else. */
export function getOwnId(): number {
  return user.value?.id ?? 0
}
