import type { Plugin } from '../contract/tool.ts'
import { analystTools } from './analyst-tools/plugin.ts'
import { communication } from './communication/plugin.ts'
import { complianceTools } from './compliance-tools/plugin.ts'
import { docxHandler } from './docx-handler/plugin.ts'
import { email } from './email/plugin.ts'
import { fileManager } from './file-manager/plugin.ts'
import { nativechat } from './nativechat/plugin.ts'
import { pdfHandler } from './pdf-handler/plugin.ts'
import { pptxHandler } from './pptx-handler/plugin.ts'
import { projectSetup } from './project-setup/plugin.ts'
import { repohost } from './repohost/plugin.ts'
import { teamchat } from './teamchat/plugin.ts'
import { web } from './web/plugin.ts'
import { xlsxHandler } from './xlsx-handler/plugin.ts'

/** Every plugin that comes with the service, by agent name. Adding one is a folder and a line here. */
export const plugins: readonly Plugin[] = [
  analystTools,
  communication,
  complianceTools,
  docxHandler,
  email,
  fileManager,
  nativechat,
  pdfHandler,
  pptxHandler,
  projectSetup,
  repohost,
  teamchat,
  web,
  xlsxHandler,
]
