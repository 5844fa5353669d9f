internal import MetaCore
