import { user } from '../frame/session.ts'

/** The id of the signed-in user: these pages are shown to nobody else. */
export function getOwnId(): number {
  return user.value?.id ?? 0
}
