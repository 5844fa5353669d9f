/// Adapts the completion scripts for bash, zsh and fish that the argument parser generates, which
/// offer either files or computed words for an argument, but not both.
///
/// Verbs such as `set` and `export` take files and edits in one list. The shell completes files,
/// because it knows how to quote them: bash would run `$(...)` in a file name returned by the
/// program.
enum CompletionScript {
  /// Returns the script with files added to the computed words, and without a space after `FIELD=`.
  static func withFiles(_ script: String) -> String {
    changes.reduce(script) { $0.replacing($1.old, with: $1.new) }
  }

  /// The replacements; each string occurs only in the script for one shell.
  private static let changes = [bashFiles, bashEdits, zsh, fish]

  private static let bashFiles = (
    old: #"__metatool_add_completions -W "$(__metatool_custom_complete "#,
    new: """
    __metatool_add_completions -f
            __metatool_add_completions -W "$(__metatool_custom_complete 
    """
  )

  private static let bashEdits = (
    old: "complete -o filenames -F _metatool metatool",
    new: """
    __metatool_edits() {
        _metatool "${@}"
        if [[ "${#COMPREPLY[@]}" -eq 1 && "${COMPREPLY[0]}" = *= && ! -e "${COMPREPLY[0]}" ]]; then
            compopt -o nospace +o filenames
        fi
    }

    complete -o filenames -F __metatool_edits metatool
    """
  )

  private static let zsh = (
    old: """
            __metatool_complete "${completions[@]:0:-1}"
        fi
    """,
    new: """
            compadd -S '' -- "${completions[@]:0:-1}"
        fi
        compset -P '*=@'
        _files
    """
  )

  private static let fish = (
    old: "-fka '(__metatool_custom_completion ", new: "-Fka '(__metatool_custom_completion "
  )
}
