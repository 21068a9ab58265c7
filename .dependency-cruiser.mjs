export { dependencyRules as default } from './tools/structure/dependency-rules.ts';
