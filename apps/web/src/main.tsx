/** The pages of the team, and all that are open to people without an account but those of shares. */

import './frame/start/styles.ts'
import { CurrentPage, preloadPage } from './app/pages.tsx'
import { tellError } from './design/floating/toasts.tsx'
import { findUser } from './frame/session.ts'
import { start } from './frame/start/start.tsx'

findUser().catch(tellError)
preloadPage()
start(CurrentPage)
