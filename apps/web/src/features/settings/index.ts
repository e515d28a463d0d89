import {
  BadgeInfo,
  BookOpenText,
  Bot,
  Cpu,
  MonitorCog,
  Search,
  SlidersHorizontal,
  UserRound,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { AboutPage } from './about-page.tsx'
import { AccountPage } from './account-page.tsx'
import { GeneralPage } from './general-page.tsx'
import { AgentPage, SandboxPage, SearchPage } from './group-pages.tsx'
import { KnowledgePage } from './knowledge-page.tsx'
import { ModelsPage } from './models-page.tsx'

interface SettingsPage {
  id: 'general' | 'models' | 'agent' | 'search' | 'sandbox' | 'knowledge' | 'account' | 'about'
  Icon: ComponentType<{ className?: string }>
  Page: ComponentType
}

/** One more page is one file and one line here. */
export const settingsPages: readonly SettingsPage[] = [
  { id: 'general', Icon: SlidersHorizontal, Page: GeneralPage },
  { id: 'models', Icon: Cpu, Page: ModelsPage },
  { id: 'agent', Icon: Bot, Page: AgentPage },
  { id: 'search', Icon: Search, Page: SearchPage },
  { id: 'sandbox', Icon: MonitorCog, Page: SandboxPage },
  { id: 'knowledge', Icon: BookOpenText, Page: KnowledgePage },
  { id: 'account', Icon: UserRound, Page: AccountPage },
  { id: 'about', Icon: BadgeInfo, Page: AboutPage },
]
