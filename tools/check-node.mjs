// Plain JavaScript, because older Node versions must be able to run this file.
const wanted = 24;
const major = Number(process.versions.node.split('.')[0]);
if (major < wanted) {
  process.stderr.write(
    `CourseLift needs Node ${wanted}, and this is Node ${process.versions.node}. Usually "npm ci" brings it along; ` +
      `without the optional packages, or on this platform (${process.platform} ${process.arch}), please install it yourself.\n`,
  );
  process.exit(1);
}
