import { Tabs } from '@mantine/core'
import type { ComponentType } from 'react'
import { useSearchParams } from 'react-router-dom'

import { ScreenHead } from '../screen/screen-head.tsx'
import { AccessTab } from './access-tab.tsx'
import { BreachTab } from './breach-tab.tsx'
import { NoticesTab } from './notices-tab.tsx'
import { RequestsTab } from './requests-tab.tsx'
import { RetentionTab } from './retention-tab.tsx'

const tabs: readonly { readonly value: string; readonly text: string; readonly Tab: ComponentType }[] = [
  { value: 'requests', text: 'Requests', Tab: RequestsTab },
  { value: 'retention', text: 'Retention', Tab: RetentionTab },
  { value: 'access', text: 'Access log', Tab: AccessTab },
  { value: 'breach', text: 'Breach', Tab: BreachTab },
  { value: 'notices', text: 'Notices', Tab: NoticesTab },
]

/** People's requests about their data, and the owner's answers (product.md, section 2, Privacy requests). */
export function PrivacyScreen() {
  const [params, setParams] = useSearchParams()
  const shown = tabs.find(({ value }) => value === params.get('tab'))?.value ?? 'requests'
  return (
    <>
      <ScreenHead
        title="Privacy Requests"
        subtitle="Requests about personal data, how long data is stored, and who has read it. This is not legal advice."
      />
      <Tabs
        value={shown}
        keepMounted={false}
        onChange={(value) => setParams(value === null || value === 'requests' ? {} : { tab: value })}
      >
        <Tabs.List mb="md">
          {tabs.map(({ value, text }) => (
            <Tabs.Tab key={value} value={value}>
              {text}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ value, Tab }) => (
          <Tabs.Panel key={value} value={value}>
            <Tab />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}
