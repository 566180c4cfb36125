//! Work that a visit leaves to another thread, since others should not have to wait while it takes its time. If it
//! panics, that visit fails and nobody else.

use super::error::FetchError;

/// Does something on another thread, and waits for it.
pub(crate) async fn contained<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, FetchError> {
    tokio::task::spawn_blocking(work).await.map_err(|_| FetchError::Fault)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_failure_of_the_one_who_asked() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        assert_eq!(runtime.block_on(contained(|| 7)).unwrap(), 7);
        let broken = runtime.block_on(contained(|| -> u8 { panic!("on purpose") }));
        assert!(matches!(broken, Err(FetchError::Fault)), "{broken:?}");
    }
}
