import { texts as appTexts } from '../../frame/messages.ts'
import { texts } from '../messages.ts'
import { getOwnId } from '../own-id.ts'
import { SessionList } from './session-list.tsx'

/** Where the user is signed in; each session but this one can be ended here. */
export function Sessions() {
  return (
    <section class="section">
      <h2>{appTexts('sessions')}</h2>
      <p>{texts('sessionsHint')}</p>
      <SessionList id={getOwnId()} />
    </section>
  )
}
