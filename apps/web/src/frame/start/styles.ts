/** The style sheets that every page begins with; those of its parts come after them. */

import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/geist-mono/wght.css'
import '../../design/tokens.css'
import '../../design/base.css'
import '../../design/fields/controls.css'
import '../../design/lists/virtual-list.css'
import '../shell.css'
