import { texts } from './messages.ts'
import { MemberFields } from './presets/member-field.tsx'
import { completePreset, spottingMembers, type Written } from './presets/members.ts'
import { SettingForm, type SettingTabProps, toMembers } from './setting-form.tsx'
import './presets/presets.css'

/** "`spottingRules`": what subtitles without a preset of their own are checked by, such an object as a preset's `spotting`. */
export function SpottingSettings(props: SettingTabProps) {
  return (
    <SettingForm
      {...props}
      name="spottingRules"
      title={texts('spotting')}
      hint={texts('spottingHint')}
      read={(setting): Written => ({ spotting: toMembers(setting) })}
      write={({ spotting }) => spotting ?? {}}
    >
      {(written, change, saving) => (
        <MemberFields
          members={spottingMembers}
          written={written}
          complete={completePreset(written)}
          saving={{ ...saving, at: (...pointers) => saving.at(...pointers.map(toSettingPointer)) }}
          base=""
          onChange={change}
        />
      )}
    </SettingForm>
  )
}

function toSettingPointer(pointer: string): string {
  return pointer.replace(/^\/spotting/, '/spottingRules')
}
