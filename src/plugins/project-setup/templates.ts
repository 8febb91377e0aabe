import type { Template, TemplateName } from './project.ts'
import { empty } from './templates/empty.ts'
import { pythonPackage } from './templates/python-package.ts'
import { reactApp } from './templates/react-app.ts'
import { staticSite } from './templates/static-site.ts'
import { typescriptLibrary } from './templates/typescript-library.ts'
import { typescriptService } from './templates/typescript-service.ts'

export const templates: Readonly<Record<TemplateName, Template>> = {
  typescript_library: typescriptLibrary,
  typescript_service: typescriptService,
  react_app: reactApp,
  python_package: pythonPackage,
  static_site: staticSite,
  empty,
}
