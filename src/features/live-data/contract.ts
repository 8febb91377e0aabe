export { liveDataContract } from '../../widgets/contracts.ts'
